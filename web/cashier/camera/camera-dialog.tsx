/** Scanning with the camera: aim, hear, done. It closes itself when a code is read. */
import { Button, Loader } from '@mantine/core'
import { IconBulb, IconCameraRotate } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useText } from '../../text/text.ts'
import classes from './camera.module.css'
import { useCamera } from './use-camera.ts'
import { TillModal } from '../shell/till-modal.tsx'

type Props = { onRead: (text: string) => void; onClose: () => void }

export function CameraDialog({ onRead, onClose }: Props) {
  const t = useText('cashier')
  const [device, setDevice] = useState<string>()
  const [round, setRound] = useState(0)
  return (
    <TillModal onClose={onClose} title={t('camera.title')} size={520}>
      <Camera
        key={`${device} ${round}`}
        device={device}
        onRead={onRead}
        onDevice={setDevice}
        onAgain={() => setRound(round + 1)}
      />
    </TillModal>
  )
}

type CameraProps = {
  device: string | undefined
  onRead: (text: string) => void
  onDevice: (device: string | undefined) => void
  onAgain: () => void
}

function Camera({ device, onRead, onDevice, onAgain }: CameraProps) {
  const t = useText('cashier')
  const video = useRef<HTMLVideoElement>(null)
  const { state, torch, toggleTorch, devices } = useCamera(video, device, onRead)
  const trouble = state === 'denied' || state === 'absent' || state === 'failed'
  const nextDevice = () => {
    const at = device ? devices.indexOf(device) : 0
    onDevice(devices[(at + 1) % devices.length])
  }
  return (
    <div className={classes.camera}>
      <div className={classes.frame} data-on={state === 'on' || undefined}>
        <video ref={video} muted playsInline aria-hidden />
        {state === 'starting' ? (
          <span className={classes.cover}>
            <Loader /> {t('camera.starting')}
          </span>
        ) : null}
        {trouble || state === 'stopped' ? (
          <span className={classes.cover} role="alert">
            {t(`camera.${state}`)}
          </span>
        ) : null}
      </div>
      {trouble ? null : <p className={classes.text}>{t('camera.text')}</p>}
      <div className={classes.actions}>
        {state === 'stopped' || trouble ? (
          <Button h={48} onClick={onAgain}>
            {t('camera.again')}
          </Button>
        ) : null}
        {torch === undefined ? null : (
          <Button
            variant={torch ? 'filled' : 'default'}
            h={48}
            aria-pressed={torch}
            leftSection={<IconBulb size={20} stroke={1.75} />}
            onClick={toggleTorch}
          >
            {t('camera.torch')}
          </Button>
        )}
        {devices.length > 1 ? (
          <Button
            variant="default"
            h={48}
            leftSection={<IconCameraRotate size={20} stroke={1.75} />}
            onClick={nextDevice}
          >
            {t('camera.switch')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
