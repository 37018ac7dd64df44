/** The first dropped or pasted file, or text of several lines as a file; otherwise null. */
export function transferredFile(data: DataTransfer | null, name: string): File | null {
  const file = data?.files[0];
  if (file) return file;
  const text = data?.getData('text/plain') ?? '';
  return text.includes('\n') ? new File([text], name) : null;
}
