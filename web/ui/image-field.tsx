/**
 * A picture of a form: pick, see, take away. It is sent as soon as it is picked; the value is the
 * address it got, saved with the rest of the form. The frame cuts as the server will.
 */
import { Button, FileButton, Input } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { IMAGE_BYTES_MAX } from '#contract/limits.ts'
import classes from './image-field.module.css'
import { useWords } from './words.tsx'

type Props = {
  label: string
  description?: string
  shape: 'square' | 'wide' | 'whole'
  value: string | null
  onChange: (value: string | null) => void
  /** Sends the file; answers the address, or throws. */
  upload: (file: Blob) => Promise<string>
  /** What went wrong, in the reader's words. */
  sentence: (error: unknown) => string
  error?: string | undefined
}

const ACCEPTED = 'image/png,image/jpeg,image/webp'
/** Twice the longest side the server keeps. */
const SIDE_MAX = 3200

export function ImageField(props: Props) {
  const { label, description, shape, value, onChange, error } = props
  const { word } = useWords()
  const id = useId()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const pick = async (file: File | null) => {
    if (!file) return
    setProblem(undefined)
    setPending(true)
    try {
      const small = await shrink(file)
      if (small.size > IMAGE_BYTES_MAX) setProblem(word('ui.image.too_large'))
      else onChange(await props.upload(small))
    } catch (reason) {
      setProblem(props.sentence(reason))
    } finally {
      setPending(false)
    }
  }
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      description={description ?? word('ui.image.hint')}
      error={problem ?? error}
    >
      <div className={classes.row} role="group" aria-labelledby={id}>
        <div className={classes.frame} data-shape={shape} data-filled={value ? true : undefined}>
          {value ? <img src={value} alt={label} /> : <IconPhoto size={28} stroke={1.5} />}
        </div>
        <div className={classes.buttons}>
          <FileButton
            accept={ACCEPTED}
            onChange={(file) => void pick(file)}
            inputProps={{ 'aria-label': label, tabIndex: -1 }}
          >
            {(button) => (
              <Button {...button} variant="default" loading={pending}>
                {word(value ? 'ui.image.replace' : 'ui.image.pick')}
              </Button>
            )}
          </FileButton>
          {value ? (
            <Button variant="subtle" color="kalyna" onClick={() => onChange(null)}>
              {word('ui.image.remove')}
            </Button>
          ) : null}
        </div>
      </div>
    </Input.Wrapper>
  )
}

/** A photo of a phone is larger than may be sent: it is drawn smaller here. */
async function shrink(file: File): Promise<Blob> {
  if (file.size <= IMAGE_BYTES_MAX) return file
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return file
  const scale = Math.min(1, SIDE_MAX / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', 0.85))
  return drawn ?? file
}
