/**
 * A chat as the conversation sees it: its state, what can happen in it, and what comes of that.
 *
 * States: new → consent → phone → active → forgotten; within `active`, `asking` is the question that
 * the next text answers. Advertising and blocking are kept beside the state (design/screens.md §7.4).
 */
import type { Payload } from './rules.ts'

export type Step = 'new' | 'consent' | 'phone' | 'active' | 'forgotten'
export type ProfileField = 'first_name' | 'birthday' | 'gender' | 'city'

export type Memory = {
  /** What the next text answers. */
  asking:
    | 'first_name'
    | 'birthday'
    | 'gender'
    | 'city'
    | 'city_text'
    | 'question'
    | 'comment'
    /** The code from the chat of another card. */
    | 'link'
    | null
  /** The receipt a comment is about. */
  about: string | null
  /** Why the chat was opened; done once the buyer has joined. */
  payload: Payload | null
  /** Texts in a row that were not what was asked. */
  missed: number
  /** A text that looked like a question to the shop. */
  question: string | null
}

export const emptyMemory: Memory = {
  ...{ asking: null, about: null, payload: null, missed: 0, question: null },
}

export type Chat = {
  step: Step
  memory: Memory
  language: string
  /** Profile fields the buyer has given before; a birthday is not asked twice. */
  known: readonly ProfileField[]
  /** Asked about advertising before, whatever the answer. */
  marketing_asked: boolean
  /** The local day, `YYYY-MM-DD`: nobody is born later. */
  today: string
}

export type Event =
  | { kind: 'start'; payload: Payload | null }
  /** The link by which the owner of a shop names the chat for notices. */
  | { kind: 'owner'; token: string }
  /** A button or a command: `history:2`. */
  | { kind: 'act'; act: string }
  | { kind: 'text'; text: string }
  /** A contact; `own`: proven to be the sender's. `phone` null: no phone by its looks. */
  | { kind: 'contact'; phone: string | null; own: boolean }
  | { kind: 'location'; lat: number; lng: number }
  | { kind: 'blocked' }
  | { kind: 'unblocked' }
  /** A sticker, a picture, a voice. */
  | { kind: 'other' }

export type Act =
  | { do: 'join'; phone: string; inviter_id: string | null }
  | { do: 'marketing'; given: boolean }
  | { do: 'notify'; what: 'bonuses' | 'rating' | 'marketing' }
  | { do: 'profile'; field: ProfileField; value: string | null }
  | { do: 'confirm'; receipt_id: string; answer: 'yes' | 'no' }
  /** `score`: as it was answered where the scale was from 0 to 10. */
  | { do: 'rate'; receipt_id: string; stars: number; score: number | null }
  | { do: 'comment'; receipt_id: string; text: string }
  | { do: 'write'; text: string }
  | { do: 'look_at_link'; code: string }
  | { do: 'link'; code_id: string }
  | { do: 'language'; language: string }
  | { do: 'choose'; organization_id: string }
  | { do: 'forget' }
  | { do: 'block'; blocked: boolean }
  /** The card was asked for by the button of a message that counts its taps. */
  | { do: 'note_tap'; token: string }

export type Screen =
  | {
      show:
        | 'welcome'
        | 'consent'
        | 'not_own'
        | 'bad_phone'
        | 'full'
        | 'later'
        | 'waiting_help'
        | 'rules'
    }
  | { show: 'joined'; claim: string | null }
  | { show: 'marketing' | 'marketing_on' | 'marketing_off' | 'home' | 'menu' | 'fallback' }
  | { show: 'profile_offer' | 'profile_done' | 'ask_city_text' | 'bad_text' | 'bad_date' }
  | { show: 'ask'; field: ProfileField; step: number; of: number }
  | { show: 'card' | 'balance' | 'how_to_spend' | 'promotions' | 'news' | 'invite' | 'contact' }
  | { show: 'points'; at: { lat: number; lng: number } | null }
  | { show: 'ask_location' | 'sent' | 'language' | 'language_set' | 'settings' | 'forget_ask' }
  | { show: 'forgotten' | 'stopped' | 'rating_low' | 'rating_high' | 'rating_thanks' }
  | { show: 'history'; page: number }
  | { show: 'why'; number: number; card_id: string | null; page: number }
  | { show: 'promotion' | 'news_item'; index: number }
  | { show: 'flyer'; flyer_id: string }
  | { show: 'confirm' | 'confirmed'; receipt_id: string }
  | { show: 'claim'; receipt_id: string }
  | { show: 'ask_shop'; text: string }
  | { show: 'shops' }
  | { show: 'link' | 'link_code' | 'link_enter' | 'link_not_code' | 'link_offer' | 'linked' }

export type Turn = { step: Step; memory: Memory; acts: Act[]; screens: Screen[] }
