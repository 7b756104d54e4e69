import type { Io } from '#server/io/io.ts'
import type { MessengerType } from '#server/io/messengers/messenger.ts'
import type { Messenger } from './messenger.ts'
import { telegramMessenger } from './telegram.ts'
import { viberMessenger } from './viber.ts'

/** The messenger of this type: all that differs between the two is behind it. */
export const messengerOf = (io: Pick<Io, 'messengers'>, type: MessengerType): Messenger =>
  type === 'telegram' ? telegramMessenger(io) : viberMessenger(io)
