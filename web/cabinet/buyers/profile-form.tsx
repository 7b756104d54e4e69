/** What the shop knows of the person. */
import {
  Button,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDraft } from '../../shell/drafts.ts'
import type { Organization } from '../../shell/organizations.ts'
import { toast } from '../../shell/toasts.tsx'
import { today } from '../../text/format.ts'
import { fieldSentences, problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { LeaveGuard } from '../../ui/form-page.tsx'
import { type BuyerWhole, type Profile, useUpdateBuyer } from './queries.ts'

type Props = { organization: Organization; buyer: BuyerWhole }

const valuesOf = (profile: Profile) => ({
  first_name: profile.first_name ?? '',
  last_name: profile.last_name ?? '',
  birthday: profile.birthday ?? '',
  gender: profile.gender ?? ('' as const),
  city: profile.city ?? '',
  tags: profile.tags,
  note: profile.note ?? '',
})
type Values = ReturnType<typeof valuesOf>

const bodyOf = ({ gender, tags, ...texts }: Values) => ({
  first_name: texts.first_name.trim() || null,
  last_name: texts.last_name.trim() || null,
  birthday: texts.birthday || null,
  city: texts.city.trim() || null,
  note: texts.note.trim() || null,
  gender: gender === '' ? null : gender,
  tags,
})

export function ProfileForm({ organization, buyer }: Props) {
  const t = useText('buyers')
  const { profile } = buyer
  const update = useUpdateBuyer(organization.id, profile.id)
  const form = useForm<Values>({
    initialValues: valuesOf(profile),
    validateInputOnBlur: true,
    validate: {
      birthday: (birthday) =>
        birthday && birthday > today(organization.timezone) ? t('profile.birthday.error') : null,
    },
  })
  useDraft(`buyer ${profile.id}`, form)
  const submit = form.onSubmit((values) =>
    update.mutate(bodyOf(values), {
      onSuccess(saved) {
        const next = valuesOf(saved)
        form.setInitialValues(next)
        form.setValues(next)
        toast.done(t('profile.saved'))
      },
      onError: (error) => form.setErrors(fieldSentences(error)),
    }),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={t('create.first_name')}
            maxLength={80}
            {...form.getInputProps('first_name')}
          />
          <TextInput
            label={t('create.last_name')}
            maxLength={80}
            {...form.getInputProps('last_name')}
          />
          <TextInput
            type="date"
            label={t('profile.birthday')}
            max={today(organization.timezone)}
            {...form.getInputProps('birthday')}
          />
          <NativeSelect
            size="md"
            label={t('profile.gender')}
            data={[
              { value: '', label: '—' },
              { value: 'female', label: t('gender.female') },
              { value: 'male', label: t('gender.male') },
            ]}
            {...form.getInputProps('gender')}
          />
        </SimpleGrid>
        <TextInput label={t('profile.city')} maxLength={80} {...form.getInputProps('city')} />
        <TagsInput
          size="md"
          label={t('profile.tags')}
          description={t('profile.tags.hint')}
          maxTags={20}
          {...form.getInputProps('tags')}
        />
        <Textarea
          label={t('profile.note')}
          description={t('profile.note.hint')}
          maxLength={1000}
          {...form.getInputProps('note')}
        />
        {update.error ? (
          <Text role="alert" size="sm" c="kalyna">
            {problemSentence(update.error)}
          </Text>
        ) : null}
        <Group justify="flex-end">
          <Button type="submit" loading={update.isPending} disabled={!form.isDirty()}>
            {t('profile.save')}
          </Button>
        </Group>
      </Stack>
      <LeaveGuard dirty={form.isDirty() && !update.isPending} />
    </form>
  )
}
