import type { Api, CallInput, CallOutput } from '#shared/contract/calls.ts'

/** Who may take back what others said in a room that isn't joined: its staff, under the room's chat; undefined for everybody else. */
export async function askRecaller(api: Api, where: CallInput<'GET /api/live-info/manage-config'>): Promise<CallOutput<'GET /api/im/join-group'> | undefined> {
  const { canRecall } = await api.call('GET /api/live-info/manage-config', where)
  return canRecall ? api.call('GET /api/im/join-group', where) : undefined
}
