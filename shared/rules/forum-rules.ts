/** For so long, and while nobody has answered it, the author of a public comment may change it. */
export const commentEditMs = 10 * 60_000
/** Within so long whoever waits for a decision on what they wrote has it (社区公约). */
export const reviewDueMs = 24 * 3_600_000
/** Most characters of a post's title, and of the words of its text. */
export const postTitleLength = 60
export const postTextLength = 20_000
/** Most pictures of a post, and of a comment. */
export const postPictureCount = 9
export const commentPictureCount = 3
/** Most characters of a comment. */
export const commentLength = 1000
/** Most people whom a comment calls by name. */
export const mentionCount = 10
