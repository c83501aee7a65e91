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
