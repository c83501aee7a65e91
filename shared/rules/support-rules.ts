/** An agent's page says each 30 s that somebody is there. Whoever said nothing for so long is taken for gone: a beat may come late once. */
export const agentGoneMs = 75_000
/** Where sockets fail, the panel asks so often. */
export const supportPollMs = 15_000
/** Who is there is answered within so long: what the figures count as in time. */
export const supportAnswerMs = 5 * 60_000
/** A round in which nothing was said for so long after an answer ends by itself. */
export const supportIdleMs = 30 * 60_000
/** Messages of one answer. */
export const supportPageLength = 30
/** Most messages of one answer to who has missed some. */
export const supportMissedLength = 200

const day = 86_400_000

/** So long after its last word a visitor's conversation is kept, and its cookie. */
export const visitorKeptMs = 90 * day
/** What was said to the school and answered is kept so long after its end, in tickets and conversations of accounts: as long as somebody may still have a claim (民法典 188). */
export const supportKeptMs = 3 * 365 * day
