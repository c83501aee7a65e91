import { fetchMemberNames } from '#client/features/room/chat-queries.ts'
import type { Api, CallInput, CallOutput } from '#shared/contract/calls.ts'

export type ImUser = CallOutput<'POST /api/im/user-info'>[number]

const waitMs = 1000
const most = 200

type Where = Omit<CallInput<'POST /api/im/user-info'>, 'userIds'>

/** Asks who people of one room are: the ids of one second go in one call (spec §7), and nobody is asked for twice. */
export function createUserLookup(
  api: Api,
  later: (ms: number, run: () => void) => void,
  where: Where,
): (userId: string) => Promise<ImUser | undefined> {
  const found = new Map<string, Promise<ImUser | undefined>>()
  let asked: { userId: string; tell: (user: ImUser | undefined) => void }[] = []

  async function ask(batch: typeof asked): Promise<void> {
    try {
      const users = await fetchMemberNames(api, { ...where, userIds: batch.map(({ userId }) => userId) })
      for (const { userId, tell } of batch) tell(users.find((user) => user.userId === userId))
    } catch {
      for (const { userId, tell } of batch) {
        found.delete(userId)
        tell(undefined)
      }
    }
  }

  return (userId) => {
    const known = found.get(userId)
    if (known) return known
    const answer = new Promise<ImUser | undefined>((resolve) => {
      if (asked.length === 0) {
        later(waitMs, () => {
          const batch = asked
          asked = []
          for (let from = 0; from < batch.length; from += most) void ask(batch.slice(from, from + most))
        })
      }
      asked.push({ userId, tell: resolve })
    })
    found.set(userId, answer)
    return answer
  }
}
