const itemCount = (count: number) => (count === 1 ? '1 item' : `${count.toLocaleString('en')} items`);

/** Texts about the assignees of items. */
export const assignee = {
  title: 'Assignee',
  dialog: (count: number) => (count === 1 ? 'Assign the item' : `Assign ${itemCount(count)}`),
  shortcut: 'Assign',
  placeholder: 'Search members',
  list: 'Members',
  loading: 'Loading members',
  failed: 'Couldn’t load the members',
  notFound: 'No members found.',
  assign: 'Assign',
  change: 'Change',
  noOne: 'No one',
  me: 'you',
  assignedTo: (name: string) => `Assigned to ${name}`,
  doing: (name: string | null, count: number) =>
    name === null ? `Unassigning ${itemCount(count)}` : `Assigning ${itemCount(count)} to ${name}`,
  done: (name: string | null, count: number) =>
    name === null ? `Unassigned ${itemCount(count)}.` : `Assigned ${itemCount(count)} to ${name}.`,
  undone: (count: number) => `Restored the assignee of ${itemCount(count)}.`,
  notUndone: (count: number) =>
    `Couldn’t restore the assignee of ${itemCount(count)}. ${count === 1 ? 'It has' : 'They have'} changed since then.`,
  filter: {
    anyone: 'Anyone',
    me: 'You',
  },
};
