/** Where a tab notes the paper that it takes: after a reload it goes on by itself. */
export const goesOnKey = 'exam-goes-on'
