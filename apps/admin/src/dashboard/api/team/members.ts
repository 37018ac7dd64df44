import type {
  Data,
  InvitationAcceptance,
  InvitationBody,
  InvitationEntry,
  InvitationOffer,
  IssuedInvitationEntry,
  Members,
  Role,
  RoleChange,
  SessionInfo,
} from '@libs/contract';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { invalidate, refresh } from '../requests/after-change';
import { call, fetchData } from '../requests/client';
import { LEAVING } from '../requests/leaving';
import { useStartSession } from '../session';
import { signedInAccount } from '../requests/early';

const MEMBERS = ['members'] as const;
const INVITATIONS = ['invitations'] as const;

export const membersQuery = queryOptions({
  queryKey: MEMBERS,
  queryFn: ({ signal }) => call<Members>('GET', 'members', { signal }),
});

/** @param enabled false if none is needed */
export function useMembers(enabled = true) {
  return useQuery({ ...membersQuery, select: ({ data }) => data, enabled });
}

export const namesById = ({ data, former }: Members) =>
  new Map([...former, ...data].map(({ id, name }) => [id, name]));

/** The names of all members and former members by their IDs; undefined until they are loaded. */
export function useMemberNames(enabled = true): ReadonlyMap<string, string> | undefined {
  return useQuery({ ...membersQuery, select: namesById, enabled }).data;
}

export function useChangeRole() {
  return useMutation({
    mutationFn: ({ id, role }: { readonly id: string; readonly role: Role }) => {
      const body: RoleChange = { role };
      return call<void>('PATCH', `members/${id}`, { body });
    },
    // Also the person's own role.
    onSettled: invalidate(MEMBERS, ['session']),
    scope: { id: 'roles' },
  });
}

/** Removes a member. */
export function useRemoveMember() {
  return useMutation({
    mutationFn: (id: string) => call<void>('DELETE', `members/${id}`),
    onSuccess: invalidate(MEMBERS),
  });
}

/** Turns off the second factor of a member, after `useConfirmedAction`. */
export function useResetSecondFactor() {
  return useMutation({ mutationFn: (id: string) => call<void>('DELETE', `members/${id}/second-factor`) });
}

/** Leaves the account, which ends the session. */
export function useLeaveAccount() {
  return useMutation({
    ...LEAVING,
    mutationFn: () => call<void>('DELETE', 'membership'),
    onSuccess: signedInAccount.clear,
  });
}

export function useInvitations() {
  return useQuery({
    queryKey: INVITATIONS,
    queryFn: ({ signal }) => fetchData<readonly InvitationEntry[]>('GET', 'invitations', { signal }),
  });
}

/** The link is in the response only. It is never cached, because the cache outlives the dialog that shows it. */
export function useInvite() {
  return useMutation({
    mutationFn: (body: InvitationBody) => fetchData<IssuedInvitationEntry>('POST', 'invitations', { body }),
    onSuccess: refresh(INVITATIONS),
    gcTime: 0,
  });
}

export function useRevokeInvitation() {
  return useMutation({
    mutationFn: (id: string) => call<void>('DELETE', `invitations/${id}`),
    onSettled: invalidate(INVITATIONS),
  });
}

/** What an invitation is for. The token is in the body, so that no log has it. */
export function useInvitation(token: string) {
  return useQuery({
    queryKey: ['invitation', token] as const,
    queryFn: ({ signal }) =>
      fetchData<InvitationOffer>('POST', 'invitations/lookup', { body: { token }, signal }),
    enabled: token !== '',
    staleTime: Infinity,
  });
}

/** Joins the account, and makes it the current one. Without a session, signs in or creates the person. */
export function useAcceptInvitation<T extends Omit<InvitationAcceptance, 'token'>>(
  token: string,
  newName: Pick<InvitationAcceptance, 'new_name'> = {},
) {
  return useStartSession((proof: T) => {
    const body: InvitationAcceptance = { token, ...newName, ...proof };
    return call<Data<SessionInfo>>('POST', 'invitations/accept', { body });
  });
}
