import type { Eraser } from './erasers-store.ts'

/** What was said to customer service goes, and that somebody was there to answer others. */
export const eraseConversation: Eraser = async (trx, { userId }) => {
  await trx.deleteFrom('conversations').where('conversations.userId', '=', userId).execute()
  await trx.deleteFrom('supportAgents').where('supportAgents.userId', '=', userId).execute()
}
