/** The design of the card, tried on the picture beside. */
import { Button, Checkbox, Group, Radio, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { contrast, paintOf } from '#contract/card-paint.ts'
import { OrganizationImage } from '../../shell/organization-image.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { useStoredForm } from '../../shell/stored-form.tsx'
import { toast } from '../../shell/toasts.tsx'
import { number } from '../../text/format.ts'
import { type Text as Words, useText } from '../../text/text.ts'
import { Section } from '../../ui/section.tsx'
import classes from './bots.module.css'
import { type Bot, takeBot, useSaveBot } from './queries.ts'

type Values = Bot['card_design']

const gradients = [1, 2, 3, 4, 5, 6].map((n) => `gradient-${n}`)
const fields = ['name', 'level', 'balance', 'next_expiry'] as const
const codes = ['qr', 'ean13', 'code128'] as const
const PREVIEW_MS = 300

const toValues = (bot: Bot): Values => bot.card_design

type Props = { organization: Organization; bot: Bot }

export function CardForm({ organization, bot }: Props) {
  const t = useText('bots')
  const { form, page } = useStoredForm<Bot, Values>({
    name: `card ${bot.id}`,
    stored: bot,
    toValues,
    validate: () => ({}),
    changesOf: (values) => ({ card_design: values }),
    save: useSaveBot(bot),
    onSaved: () => void toast.done(t('card.saved')),
    take: takeBot,
    differencesOf: (mine, theirs) => differencesOf(mine, theirs, t),
  })
  const { values } = form
  return page(
    <>
      <Section title={t('card.look')}>
        <Backgrounds
          value={values.background}
          onChange={(background) => form.setFieldValue('background', background)}
        />
        <OrganizationImage
          organization_id={organization.id}
          label={t('card.logo')}
          shape="square"
          value={values.logo}
          onChange={(logo) => form.setFieldValue('logo', logo)}
        />
        <TextInput
          label={t('card.title')}
          description={t('card.title_hint')}
          maxLength={24}
          {...form.getInputProps('title')}
        />
      </Section>
      <Section title={t('card.code')}>
        <Radio.Group
          aria-label={t('card.code')}
          value={values.code}
          onChange={(code) => form.setFieldValue('code', code)}
        >
          <Group gap="lg">
            {codes.map((code) => (
              <Radio key={code} value={code} label={t(`code.${code}`)} />
            ))}
          </Group>
        </Radio.Group>
      </Section>
      <Section title={t('card.fields')}>
        <Group gap="lg">
          {fields.map((field) => (
            <Checkbox
              key={field}
              label={t(`show.${field}`)}
              checked={values.fields.includes(field)}
              onChange={(event) => {
                const on = event.currentTarget.checked
                form.setFieldValue(
                  'fields',
                  fields.filter((one) => (one === field ? on : values.fields.includes(one))),
                )
              }}
            />
          ))}
        </Group>
        <Textarea
          label={t('card.back_text')}
          description={t('card.back_text_hint')}
          autosize
          maxLength={140}
          {...form.getInputProps('back_text')}
        />
      </Section>
    </>,
    <Preview organization={organization} design={values} />,
  )
}

/** Six gradients and one's own colour; the text on it is black or white, whichever reads better. */
function Backgrounds({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useText('bots')
  const own = value.startsWith('#')
  const { from, ink } = paintOf(value)
  return (
    <div>
      <Radio.Group
        label={t('card.background')}
        value={own ? 'own' : value}
        onChange={(chosen) => onChange(chosen === 'own' ? '#116a59' : chosen)}
      >
        <div className={classes.swatches}>
          {gradients.map((name, at) => {
            const paint = paintOf(name)
            return (
              <Radio.Card
                key={name}
                value={name}
                className={classes.swatch}
                aria-label={t('card.gradient', { number: at + 1 })}
              >
                <span
                  style={{ background: `linear-gradient(150deg, ${paint.from}, ${paint.to})` }}
                />
              </Radio.Card>
            )
          })}
          <Radio.Card value="own" className={classes.swatch} aria-label={t('card.own')}>
            <span className={classes.ownSwatch}>{t('card.own')}</span>
          </Radio.Card>
        </div>
      </Radio.Group>
      {own ? (
        <Group gap="md" mt="sm">
          <TextInput
            type="color"
            label={t('card.colour')}
            w={120}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <span className={classes.contrast}>
            {t(ink === '#ffffff' ? 'card.white' : 'card.black', {
              contrast: number(Math.round(contrast(from, ink) * 10) / 10),
            })}
          </span>
        </Group>
      ) : null}
    </div>
  )
}

function Preview({ organization, design }: { organization: Organization; design: Values }) {
  const t = useText('bots')
  const [shown] = useDebouncedValue(design, PREVIEW_MS)
  const query = new URLSearchParams({
    organization_id: organization.id,
    background: shown.background,
    logo: shown.logo ?? '',
    title: shown.title,
    code: shown.code,
    fields: shown.fields.join(','),
    back_text: shown.back_text,
  })
  const address = `/api/v1/card-picture?${query}`
  return (
    <figure className={classes.preview}>
      <img src={address} width={1080} height={640} alt={t('card.preview')} />
      <figcaption>{t('card.preview_text')}</figcaption>
      <Button
        component="a"
        href={address}
        download="card.png"
        variant="default"
        leftSection={<IconDownload size={20} stroke={1.75} />}
      >
        {t('card.download')}
      </Button>
    </figure>
  )
}

function differencesOf(mine: Values, theirs: Values, t: Words<'bots'>) {
  const shown = (values: Values) => ({
    'card.background': values.background,
    'card.title': values.title,
    'card.code': t(`code.${values.code}`),
    'card.fields': values.fields.map((field) => t(`show.${field}`)).join(', '),
    'card.back_text': values.back_text,
  })
  const [ours, other] = [shown(mine), shown(theirs)]
  const names = Object.keys(ours) as (keyof typeof ours)[]
  return names
    .filter((name) => ours[name] !== other[name])
    .map((name) => ({ label: t(name), mine: ours[name], theirs: other[name] }))
}
