/** For so long, and while nobody has answered it, the author of a public comment may change it. */
export const commentEditMs = 10 * 60_000
/** Within so long whoever waits for a decision on what they wrote has it (社区公约). */
export const reviewDueMs = 24 * 3_600_000
