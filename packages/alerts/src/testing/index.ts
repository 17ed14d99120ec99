export { AlertBench, addAlert, beganOn, clean, pollOf, storedOf, type TestAlert } from '../watch/testing/watch.ts'
export { WatchedRecorder } from '../watch/testing/watched-recorder.ts'
