/** A ticket that is over can be opened again for so many days. */
export const reopenDays = 7
/** One that ended without a rating can be rated for so many days. */
export const rateDays = 30
