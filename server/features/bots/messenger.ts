/** What a messenger can do for a bot; Telegram and Viber each are one. */
import type { Outgoing } from './message-rules.ts'

/** What the messenger knows a bot by. */
export type Known = {
  external_id: string
  username: string
  title: string
  /** People may make bots through it. */
  can_manage_bots: boolean
}

/** Where updates go, and what proves that they come from the messenger. */
export type Hook = { url: string; secret: string }

/** A message on its way, with what only its sender knows. */
export type Send = {
  user_id: string
  outgoing: Outgoing
  /** As the messenger shows who writes. */
  sender: string
  /** The picture of the message, where it has one. */
  picture: SendPicture | null
  /** The card's page inside Telegram; null where the world cannot reach it. */
  card: string | null
}

export type SendPicture = {
  bytes: Uint8Array
  file_name: string
  url: string | null
  /** How the messenger knows it since it was sent before; filled in by the first that is. */
  kept: { file_id: string | null }
}

/** The picture of a bot in the messenger: what it is called there, and its bytes if they were asked. */
export type OwnPicture = { name: string; bytes: Buffer | null }

export type Messenger = {
  /** Whose token this is. Throws `MessengerError`, as all of these do. */
  identify(token: string): Promise<Known>
  /**
   * Makes updates come to the hook (null: they will be asked for), sets commands and the menu.
   * `card`: the page that the menu button opens; null where the world cannot reach it.
   */
  connect(token: string, hook: Hook | null, card: string | null): Promise<void>
  disconnect(token: string): Promise<void>
  /** Null when all is well, else what is wrong; sets a lost webhook again. */
  health(token: string, hook: Hook | null): Promise<string | null>
  /** The bot's own picture, null where it has none; without bytes when it is the `known` one. */
  ownPicture(token: string, external_id: string, known: string | null): Promise<OwnPicture | null>
  /** Sends a message, or changes the one that was tapped; answers what it is called there. */
  send(token: string, send: Send): Promise<string | null>
  /** Changes the words of a message that was sent; undefined where the messenger cannot. */
  edit?(token: string, user_id: string, external_id: string, outgoing: Outgoing): Promise<void>
  /** Takes a message back; undefined where the messenger cannot. */
  remove?(token: string, user_id: string, external_id: string): Promise<void>
}
