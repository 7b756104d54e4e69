/** What an owner is told, in their language; the same words go by mail and to their chat. */
export type NoticeWords = {
  language: string
  subject: string
  paragraphs: string[]
  button: { title: string; url: string }
  /** A quieter last paragraph of the letter. */
  note: string
}

export type Notice = {
  organization_id: string
  code: string
  /** What it is about: of one thing an owner is told once. */
  object: string
  words: NoticeWords
  /** Whether it goes by mail as well, whatever becomes of the chat. */
  by_mail: boolean
}

export type NoticeKey = { organization_id: string; notice_id: string }
