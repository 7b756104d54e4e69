/** What a messenger can do for a bot; Telegram and Viber each are one. */

/** What the messenger knows a bot by. */
export type Known = { external_id: string; username: string; title: string }

/** Where updates go, and what proves that they come from the messenger. */
export type Hook = { url: string; secret: string }

export type Messenger = {
  /** Whose token this is. Throws `MessengerError`. */
  identify(token: string): Promise<Known>
  /** Makes updates come to the hook (null: they will be asked for), sets commands and the menu. */
  connect(token: string, hook: Hook | null): Promise<void>
  disconnect(token: string): Promise<void>
  /** Null when all is well, else what is wrong; sets a lost webhook again. */
  health(token: string, hook: Hook | null): Promise<string | null>
}
