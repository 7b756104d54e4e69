/** Toasts: bottom right, 8000 ms, paused while the pointer or the focus is on them. */
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { problemSentence } from '../text/problem.ts'

export const TOAST_MS = 8000

const kinds = {
  done: { color: 'spruce', icon: <IconCheck size={20} />, role: 'status' },
  info: { color: 'blue', icon: <IconInfoCircle size={20} />, role: 'status' },
  // Honey is for bonuses only, so a warning is grey with its sign.
  warning: { color: 'stone', icon: <IconAlertTriangle size={20} />, role: 'alert' },
  error: { color: 'kalyna', icon: <IconX size={20} />, role: 'alert' },
} as const

function show(kind: keyof typeof kinds, message: ReactNode, id?: string) {
  const { role, ...look } = kinds[kind]
  // The same words twice in a row replace each other instead of piling up.
  const key = id ?? (typeof message === 'string' ? `${kind}:${message}` : undefined)
  if (key) notifications.hide(key)
  return notifications.show({
    ...look,
    role,
    id: key,
    message,
    withBorder: true,
    autoClose: TOAST_MS,
  })
}

export const toast = {
  done: (message: ReactNode) => show('done', message),
  info: (message: ReactNode) => show('info', message),
  warning: (message: ReactNode) => show('warning', message),
  error: (message: ReactNode) => show('error', message),
  /** Whatever a call threw, in the reader's words. */
  problem: (error: unknown) => show('error', problemSentence(error)),
}
