export {
  type DeviceKey,
  type LastReading,
  type LastRow,
  type LastValue,
  lastPolledReadings,
  lastReadings,
  readerOf,
} from './recording/last-values.ts'
