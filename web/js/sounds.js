// The sound of a disc that is put down. Off unless the reader asks for it.

const PITCH_HZ = 190,
    LENGTH_S = 0.09,
    LOUDNESS = 0.25;

/** @type {AudioContext|null} */
let context = null;

export function playSound() {
    context ??= new AudioContext();
    const now = context.currentTime,
        tone = context.createOscillator(),
        volume = context.createGain();
    tone.frequency.setValueAtTime(PITCH_HZ * 2, now);
    tone.frequency.exponentialRampToValueAtTime(PITCH_HZ, now + LENGTH_S);
    volume.gain.setValueAtTime(LOUDNESS, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + LENGTH_S);
    tone.connect(volume).connect(context.destination);
    tone.start(now);
    tone.stop(now + LENGTH_S);
}
