import type { ButtonLeadsTo } from '#contract/posts.ts'
import type { Text } from '../../text/text.ts'
import type { Difference } from '../../ui/conflict-dialog.tsx'

type Led = { button_leads_to: ButtonLeadsTo }

/** Where the button leads, when somebody else has chosen otherwise meanwhile. */
export const leadsToDifference = (mine: Led, theirs: Led, t: Text<'shell'>): Difference[] =>
  mine.button_leads_to === theirs.button_leads_to
    ? []
    : [
        {
          label: t('leads_to'),
          mine: t(`leads_to.${mine.button_leads_to}`),
          theirs: t(`leads_to.${theirs.button_leads_to}`),
        },
      ]
