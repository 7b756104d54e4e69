import { Select, Switch, TextInput, Title, useMantineColorScheme } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { normalizePhone } from '#contract/phone.ts'
import { ApiProblem, call } from '../../api/call.ts'
import { useDraft } from '../../shell/drafts.ts'
import { type Profile, profileQuery } from '../../shell/profile.ts'
import { storeUser } from '../../shell/session.ts'
import { toast } from '../../shell/toasts.tsx'
import { type Language, languageIds, languages } from '../../text/languages.ts'
import { fieldSentences, problemSentence } from '../../text/problem.ts'
import { changeLanguage, useText } from '../../text/text.ts'
import { FormPage } from '../../ui/form-page.tsx'
import { PhoneInput } from '../../ui/phone-input.tsx'
import classes from './account.module.css'
import { useVerifyPassword } from '../../shell/verify-password.tsx'

type Values = Pick<
  Profile,
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'language'
  | 'theme'
  | 'date_format'
  | 'hotkeys'
  | 'email_reports'
> & { phone: string }

const dateFormats: Profile['date_format'][] = ['dd.mm.yyyy', 'yyyy-mm-dd', 'mm/dd/yyyy']
const themes: Profile['theme'][] = ['light', 'dark', 'auto']

const valuesOf = (profile: Profile): Values => ({
  first_name: profile.first_name,
  last_name: profile.last_name,
  email: profile.email,
  phone: profile.phone ?? '',
  language: profile.language,
  theme: profile.theme,
  date_format: profile.date_format,
  hotkeys: profile.hotkeys,
  email_reports: profile.email_reports,
})

function useProfileForm(profile: Profile) {
  const t = useText('account')
  const form = useForm<Values>({
    initialValues: valuesOf(profile),
    validate: {
      first_name: (value) => (value.trim() ? null : t('error.required')),
      email: (value) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? null : t('error.email')),
      phone: (value) => (value.trim() && !normalizePhone(value) ? t('error.phone') : null),
    },
    validateInputOnBlur: true,
  })
  useDraft('account', form)
  const save = useSaveProfile(profile, form)
  return { form, save }
}

type Form = ReturnType<typeof useProfileForm>['form']
type Setters = Pick<UseFormReturnType<Values>, 'setErrors' | 'setInitialValues' | 'setValues'>

function useSaveProfile(profile: Profile, form: Setters) {
  const t = useText('account')
  const client = useQueryClient()
  const { setColorScheme } = useMantineColorScheme()
  return useMutation({
    mutationFn: ({ email, phone, ...rest }: Values) =>
      call('PATCH /api/v1/user/profile', {
        body: {
          ...rest,
          phone: phone.trim() ? phone : null,
          // The address is sent only when changed: a change wants the password first.
          ...(email.trim().toLowerCase() === profile.email ? undefined : { email }),
        },
      }),
    onSuccess: async (saved, asked) => {
      client.setQueryData(profileQuery.queryKey, saved)
      storeUser(saved)
      setColorScheme(saved.theme)
      await changeLanguage(saved.language)
      form.setInitialValues(valuesOf(saved))
      form.setValues(valuesOf(saved))
      const pending = saved.pending_email
      const changed = pending !== null && asked.email.trim().toLowerCase() === pending
      toast.done(changed ? t('saved_email', { email: pending }) : t('saved'))
    },
    onError: (error) => {
      const taken = error instanceof ApiProblem && error.code === 'email_taken'
      form.setErrors(taken ? { email: t('error.email_taken') } : fieldSentences(error))
    },
  })
}

export function ProfileForm({ profile }: { profile: Profile }) {
  const { form, save } = useProfileForm(profile)
  const { guard, dialog } = useVerifyPassword()
  const submit = (values: Values) =>
    save.mutate(values, {
      onError: (error) => guard(error, () => submit(values)),
    })
  const refused =
    save.error instanceof ApiProblem &&
    ['verification_required', 'validation_failed', 'email_taken'].includes(save.error.code)
  return (
    <>
      <FormPage
        dirty={form.isDirty()}
        pending={save.isPending}
        onSubmit={form.onSubmit(submit)}
        onReset={() => {
          save.reset()
          form.reset()
        }}
        {...(save.error && !refused ? { error: problemSentence(save.error) } : undefined)}
      >
        <Person form={form} profile={profile} />
        <Look form={form} />
      </FormPage>
      {dialog}
    </>
  )
}

function Person({ form, profile }: { form: Form; profile: Profile }) {
  const t = useText('account')
  return (
    <section className={classes.section}>
      <Title order={2} size="h3">
        {t('section.person')}
      </Title>
      <div className={classes.pair}>
        <TextInput
          label={t('field.first_name')}
          autoComplete="given-name"
          maxLength={60}
          {...form.getInputProps('first_name')}
        />
        <TextInput
          label={t('field.last_name')}
          autoComplete="family-name"
          maxLength={60}
          {...form.getInputProps('last_name')}
        />
      </div>
      <TextInput
        type="email"
        label={t('field.email')}
        autoComplete="email"
        description={
          form.errors.email
            ? undefined
            : profile.pending_email
              ? t('field.email_pending', { email: profile.pending_email })
              : t('field.email_hint')
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={254}
        {...form.getInputProps('email')}
      />
      <PhoneInput label={t('field.phone')} {...form.getInputProps('phone')} />
    </section>
  )
}

function Look({ form }: { form: Form }) {
  const t = useText('account')
  const shell = useText('shell')
  return (
    <section className={classes.section}>
      <Title order={2} size="h3">
        {t('section.look')}
      </Title>
      <div className={classes.pair}>
        <Select
          label={t('field.language')}
          allowDeselect={false}
          data={languageIds.map((id: Language) => ({ value: id, label: languages[id].name }))}
          {...form.getInputProps('language')}
        />
        <Select
          label={t('field.theme')}
          allowDeselect={false}
          data={themes.map((value) => ({ value, label: shell(`theme.${value}`) }))}
          {...form.getInputProps('theme')}
        />
      </div>
      <Select
        label={t('field.date_format')}
        allowDeselect={false}
        data={dateFormats.map((value) => ({ value, label: value }))}
        {...form.getInputProps('date_format')}
      />
      <Switch
        label={t('field.hotkeys')}
        description={t('field.hotkeys_hint')}
        {...form.getInputProps('hotkeys', { type: 'checkbox' })}
      />
      <Switch
        label={t('field.email_reports')}
        description={t('field.email_reports_hint')}
        {...form.getInputProps('email_reports', { type: 'checkbox' })}
      />
    </section>
  )
}
