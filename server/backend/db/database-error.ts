/** A reason why the database can't be used; its message is one sentence for the person who starts the site. */
export class DatabaseError extends Error {}
