/** The code a buyer types in the bot: the phone given here was not the one of their card. */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { time } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { tillCall } from '../shell/till-call.ts'
import classes from './receipts.module.css'

export function LinkCode({ receipt_id, timezone }: { receipt_id: string; timezone: string }) {
  const t = useText('cashier')
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      tillCall('POST /pos-api/v1/receipts/{id}/link-code', { params: { id: receipt_id } }),
  })
  return (
    <div className={classes.linkCode}>
      <Button variant="default" h={48} loading={isPending} onClick={() => mutate()}>
        {t('link.button')}
      </Button>
      <p role="status">
        {data
          ? t('link.code', {
              code: `${data.code.slice(0, 4)} ${data.code.slice(4)}`,
              time: time(data.expires_at, timezone),
            })
          : error
            ? problemSentence(error)
            : null}
      </p>
    </div>
  )
}
