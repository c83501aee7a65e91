/** Where on its page a learner's own calendar is set up. */
export const calendarAnchor = 'calendar'
