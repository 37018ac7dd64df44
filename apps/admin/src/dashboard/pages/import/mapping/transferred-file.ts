/** What was dropped or pasted: the first file, or else text as if it were one; null when there is nothing in it. */
export function transferredFile(data: DataTransfer | null, name: string): File | null {
  const file = data?.files[0];
  if (file) return file;
  const text = data?.getData('text/plain') ?? '';
  return text.includes('\n') ? new File([text], name) : null;
}
