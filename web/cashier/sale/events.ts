/** All that can happen to a sale. */
import type { Ask } from './codes.ts'
import type { Figures, Line, MadeReceipt, Notice, Sending, Stage, Till } from './state.ts'

export type SaleEvent =
  | { type: 'buyer_typed'; text: string }
  | { type: 'buyer_asked'; ask: Ask; text?: string }
  | { type: 'flyer_taken'; code: string }
  | { type: 'flyer_dropped' }
  | { type: 'newcomer_named'; name: string }
  | { type: 'inviter_typed'; text: string }
  | { type: 'newcomer_accepted' }
  | { type: 'amount_typed'; text: string }
  | { type: 'lines_toggled'; key: string }
  | { type: 'line_added'; line: Line }
  /** A code asked for as a buyer's is a product's: the buyer is asked for again. */
  | { type: 'line_scanned'; line: Line }
  | { type: 'line_changed'; key: string; change: Partial<Omit<Line, 'key'>> }
  | { type: 'line_removed'; key: string }
  | { type: 'spend_typed'; text: string }
  | { type: 'spend_chosen'; share: 'max' | 'half' | 'none'; step: number }
  | { type: 'spend_left' }
  | { type: 'went'; stage: Stage }
  | { type: 'entered'; may_spend: boolean; offline: boolean; may_register: boolean }
  /** Kept on this device instead of being waited for. */
  | { type: 'keeping_chosen'; may_register: boolean }
  | { type: 'sale_kept'; key: string }
  | { type: 'not_kept'; code: string; before: Sending }
  | { type: 'kept_seen' }
  | { type: 'stepped_back' }
  | { type: 'cleared'; key: string }
  | { type: 'clear_undone' }
  | { type: 'clear_forgotten' }
  | { type: 'calculation_began' }
  | { type: 'calculation_slow'; revision: number }
  | { type: 'calculated'; revision: number; figures: Figures; may_spend: boolean }
  | {
      type: 'calculation_refused'
      revision: number
      code: string
      params?: Notice['params'] | undefined
    }
  | { type: 'calculation_failed'; revision: number }
  | { type: 'made'; receipt: MadeReceipt; key: string; at: number }
  | { type: 'awaiting'; ends_at: number; tries_left: number }
  | { type: 'code_typed'; text: string }
  | { type: 'code_wrong'; tries_left: number }
  | { type: 'declined'; code: string; key: string }
  | { type: 'create_refused'; code: string; key: string; params?: Notice['params'] | undefined }
  | { type: 'approved'; receipt_id: string; approval: string }
  | { type: 'answer_lost' }
  | { type: 'check_failed' }
  | { type: 'not_made' }
  | { type: 'retried' }
  | { type: 'success_seen' }
  | { type: 'last_forgotten' }
  | { type: 'noticed'; notice: Notice }
  | { type: 'kept'; till: Till }
