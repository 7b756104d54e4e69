/** From one post to the list of them: the address is what tells them apart. */
import { Button } from '@mantine/core'
import { useAddress } from '../../shell/address.ts'
import { useText } from '../../text/text.ts'

export function BackButton() {
  const t = useText('posts')
  const [, change] = useAddress()
  return (
    <Button variant="default" onClick={() => change({ post: '' }, { step: true })}>
      {t('act.back')}
    </Button>
  )
}
