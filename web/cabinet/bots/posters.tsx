/** Codes to print: of the shop and of each point of sale, so that it shows where people came from. */
import { Anchor, Button, CopyButton, Group, Menu, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconChevronDown, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import type { Organization } from '../../shell/organizations.ts'
import { counted } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import { Qr } from '../../ui/print-sheet.tsx'
import { Section } from '../../ui/section.tsx'
import classes from './bots.module.css'
import { PosterSheet, type PosterSize } from './poster-sheet.tsx'
import { linksQuery, type Printed, rememberPrinted } from './queries.ts'

const sizes: PosterSize[] = ['a5', 'a6', 'sticker']

export function Posters({ organization }: { organization: Organization }) {
  const t = useText('bots')
  const links = useQuery(linksQuery(organization.id))
  const [printing, setPrinting] = useState<{ link: Printed; size: PosterSize }>()
  return (
    <Section title={t('posters')}>
      <Text c="dimmed">{t('posters.text')}</Text>
      {links.error && !links.data ? (
        <ErrorCard
          what={t('posters')}
          error={links.error}
          sentence={problemSentence(links.error)}
          onRetry={() => void links.refetch()}
        />
      ) : null}
      <ul className={classes.posters}>
        {links.data?.items.map((link) => (
          <Row
            key={link.slug}
            link={link}
            onPrint={(size) => {
              setPrinting({ link, size })
              rememberPrinted(organization)
            }}
          />
        ))}
      </ul>
      {printing ? (
        <PosterSheet
          shop={organization.name}
          link={printing.link}
          size={printing.size}
          onPrinted={() => setPrinting(undefined)}
        />
      ) : null}
    </Section>
  )
}

function Row({ link, onPrint }: { link: Printed; onPrint: (size: PosterSize) => void }) {
  const t = useText('bots')
  const name = link.pos_name ?? t('posters.shop')
  return (
    <li className={classes.poster}>
      <Qr className={classes.qr} text={link.link} label={t('posters.qr', { name })} />
      <div className={classes.posterText}>
        <Text fw={560}>{name}</Text>
        <Anchor href={link.link} target="_blank" rel="noreferrer" td="underline">
          {link.link.replace(/^https?:\/\//, '')}
        </Anchor>
        <Text c="dimmed">{t('posters.came', { people: counted('buyer', link.subscribers) })}</Text>
      </div>
      <Group gap="xs">
        <CopyButton value={link.link}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? 'posters.copied' : 'posters.copy')}
            </Button>
          )}
        </CopyButton>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              leftSection={<IconPrinter size={20} stroke={1.75} />}
              rightSection={<IconChevronDown size={16} />}
            >
              {t('posters.print')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {sizes.map((size) => (
              <Menu.Item key={size} onClick={() => onPrint(size)}>
                {t(`size.${size}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
    </li>
  )
}
