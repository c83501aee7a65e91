/** How many of each kind a college's page shows; no course and no class stands on it twice. */
export const collegeShows = { courses: 7, videos: 6, lives: 4, ownClasses: 4, moreClasses: 4, articles: 3 } as const
