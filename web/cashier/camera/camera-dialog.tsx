/** Scanning with the camera: aim, hear, done. It closes itself when a code is read. */
import { Button, Loader, Modal } from '@mantine/core'
import { IconBulb, IconCameraRotate } from '@tabler/icons-react'
import { useText } from '../../text/text.ts'
import classes from './camera.module.css'
import { useCamera } from './use-camera.ts'

type Props = { onRead: (text: string) => void; onClose: () => void }

export function CameraDialog({ onRead, onClose }: Props) {
  const t = useText('cashier')
  return (
    <Modal opened onClose={onClose} title={t('camera.title')} size={520}>
      <Camera onRead={onRead} />
    </Modal>
  )
}

function Camera({ onRead }: { onRead: Props['onRead'] }) {
  const t = useText('cashier')
  const camera = useCamera(onRead)
  const { state } = camera
  const trouble = state === 'denied' || state === 'absent' || state === 'failed'
  return (
    <div className={classes.camera}>
      <div className={classes.frame} data-on={state === 'on' || undefined}>
        <video ref={camera.video} muted playsInline aria-hidden />
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
          <Button h={48} onClick={camera.again}>
            {t('camera.again')}
          </Button>
        ) : null}
        {camera.torch === undefined ? null : (
          <Button
            variant={camera.torch ? 'filled' : 'default'}
            h={48}
            aria-pressed={camera.torch}
            leftSection={<IconBulb size={20} stroke={1.75} />}
            onClick={camera.toggleTorch}
          >
            {t('camera.torch')}
          </Button>
        )}
        {camera.devices.length > 1 ? (
          <Button
            variant="default"
            h={48}
            leftSection={<IconCameraRotate size={20} stroke={1.75} />}
            onClick={camera.nextDevice}
          >
            {t('camera.switch')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
