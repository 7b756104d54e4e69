/** The camera of one dialog: starts it, reads codes from it, switches it off after 20 seconds. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { openDetector } from './detector.ts'

export type CameraState = 'starting' | 'on' | 'stopped' | 'denied' | 'absent' | 'failed'

const STOP_MS = 20_000
const EVERY_MS = 120

/** Torch is a property that only some cameras have, and that the DOM's types do not know. */
type Torch = { torch?: boolean }

export function useCamera(onRead: (text: string) => void) {
  const video = useRef<HTMLVideoElement>(null)
  const stream = useRef<MediaStream>(undefined)
  const read = useRef(onRead)
  useEffect(() => {
    read.current = onRead
  })
  const [state, setState] = useState<CameraState>('starting')
  const [devices, setDevices] = useState<string[]>([])
  const [device, setDevice] = useState<string>()
  const [torch, setTorch] = useState<boolean>()
  const [round, setRound] = useState(0)

  useEffect(() => {
    const run = { over: false }
    setState('starting')
    const timer = setTimeout(() => !run.over && setState('stopped'), STOP_MS)
    start(run, device, video, stream, {
      onDevices: setDevices,
      onTorch: setTorch,
      onState: setState,
      onRead: (text) => read.current(text),
    })
    return () => {
      run.over = true
      clearTimeout(timer)
      stop(stream)
    }
  }, [device, round])
  useEffect(() => {
    if (state === 'stopped') stop(stream)
  }, [state])

  const toggleTorch = useCallback(() => {
    const track = stream.current?.getVideoTracks()[0]
    const next = !torch
    track?.applyConstraints({ advanced: [{ torch: next } as MediaTrackConstraintSet & Torch] }).then(
      () => setTorch(next),
      () => setTorch(undefined),
    )
  }, [torch])
  const nextDevice = () => {
    const at = device ? devices.indexOf(device) : 0
    setDevice(devices[(at + 1) % devices.length])
  }
  return { video, state, torch, toggleTorch, devices, nextDevice, again: () => setRound(round + 1) }
}

function stop(stream: { current: MediaStream | undefined }) {
  for (const track of stream.current?.getTracks() ?? []) track.stop()
  stream.current = undefined
}

type Told = {
  onDevices(ids: string[]): void
  onTorch(torch: boolean | undefined): void
  onState(state: CameraState): void
  onRead(text: string): void
}

async function start(
  run: { over: boolean },
  device: string | undefined,
  video: { current: HTMLVideoElement | null },
  stream: { current: MediaStream | undefined },
  told: Told,
) {
  try {
    const [camera, detector] = await Promise.all([
      navigator.mediaDevices.getUserMedia({
        video: device ? { deviceId: { exact: device } } : { facingMode: 'environment' },
      }),
      openDetector(),
    ])
    stream.current = camera
    const element = video.current
    if (run.over || !element) return stop(stream)
    element.srcObject = camera
    await element.play()
    told.onState('on')
    const [track] = camera.getVideoTracks()
    const able = track?.getCapabilities?.() as (MediaTrackCapabilities & Torch) | undefined
    told.onTorch(able?.torch ? false : undefined)
    const all = await navigator.mediaDevices.enumerateDevices()
    told.onDevices(all.filter((each) => each.kind === 'videoinput').map((each) => each.deviceId))
    while (!run.over && stream.current) {
      const [found] = await detector.detect(element).catch(() => [])
      if (run.over || !stream.current) return
      if (found?.rawValue) {
        navigator.vibrate?.(60)
        return told.onRead(found.rawValue)
      }
      await new Promise((done) => setTimeout(done, EVERY_MS))
    }
  } catch (error) {
    stop(stream)
    if (run.over) return
    const name = error instanceof Error ? error.name : ''
    told.onState(
      /NotAllowed|Security/.test(name) ? 'denied' : /NotFound|Overconstrained/.test(name) ? 'absent' : 'failed',
    )
  }
}
