/** Says on every page of the demo what it is, how far it is, and how to be rid of it. */
import { Button, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { number } from '../text/format.ts'
import { useText } from '../text/text.ts'
import classes from './demo-stripe.module.css'
import { demoQuery, refreshDemo, useDeleteDemo } from './demo.ts'
import type { Organization } from './organizations.ts'

export function DemoStripe({ organization }: { organization: Organization }) {
  const t = useText('tools')
  const shell = useText('shell')
  const [asking, ask] = useDisclosure()
  const { data } = useQuery(demoQuery)
  const remove = useDeleteDemo(organization.id)
  const demo = data?.demo?.organization_id === organization.id ? data.demo : undefined
  const filling = demo !== undefined && demo.made < demo.total
  useWhenFilled(filling)
  return (
    <div className={classes.stripe} role="region" aria-label={t('demo.label')}>
      <span role="status">
        {filling
          ? t('demo.filling', { made: number(demo.made), total: number(demo.total) })
          : t('demo.text')}
      </span>
      {filling ? (
        <progress
          className={classes.progress}
          max={demo.total}
          value={demo.made}
          aria-label={t('demo.progress')}
        />
      ) : null}
      <Button size="compact-md" variant="subtle" color="honey" onClick={ask.open}>
        {t('demo.delete')}
      </Button>
      <Modal
        opened={asking}
        onClose={ask.close}
        title={t('demo.delete.title')}
        size={420}
        closeButtonProps={{ 'aria-label': shell('ui.close') }}
      >
        <Text>{t('demo.delete.text')}</Text>
        <div className={classes.buttons}>
          <Button variant="default" onClick={ask.close} data-autofocus>
            {shell('ui.cancel')}
          </Button>
          <Button color="kalyna" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t('demo.delete')}
          </Button>
        </div>
      </Modal>
    </div>
  )
}

/** The pages were asked when there was little to tell: once all is there, they are asked again. */
function useWhenFilled(filling: boolean) {
  const was = useRef(filling)
  useEffect(() => {
    if (was.current && !filling) void refreshDemo()
    was.current = filling
  }, [filling])
}
