/** How long a password may be, for the forms and for the server. Without zod: the browser reads it. */
export const PASSWORD_LENGTH_MIN = 8
export const PASSWORD_LENGTH_MAX = 128
