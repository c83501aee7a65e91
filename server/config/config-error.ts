/** A wrong setting; its message is one sentence for the person who starts the site. */
export class ConfigError extends Error {}
