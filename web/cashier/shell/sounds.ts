/** One short beep for yes, two low ones for no. Made on the spot: no files to load. */
import { getPreferences } from './preferences.ts'

let context: AudioContext | undefined

function beep(frequency: number, after: number, length: number) {
  context ??= new AudioContext()
  void context.resume()
  const start = context.currentTime + after
  const tone = context.createOscillator()
  const volume = context.createGain()
  tone.frequency.value = frequency
  // A soft edge at both ends; a square one clicks in the loudspeaker.
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(0.12, start + 0.01)
  volume.gain.setValueAtTime(0.12, start + length - 0.02)
  volume.gain.linearRampToValueAtTime(0, start + length)
  tone.connect(volume).connect(context.destination)
  tone.start(start)
  tone.stop(start + length)
}

export function sound(tone: 'ok' | 'error') {
  if (!getPreferences().sound) return
  try {
    if (tone === 'ok') return beep(1320, 0, 0.11)
    beep(280, 0, 0.16)
    beep(280, 0.22, 0.16)
  } catch {
    // A device without sound sells as well.
  }
}
