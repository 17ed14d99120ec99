export const rawRequest = {
  title: 'Raw request',
  help: 'One request, sent once; the answer is shown as bytes and decoded. What may change the device asks first and stands in the record.',
  fn: 'Function',
  bytes: 'Request',
  bytesHint: 'Function and data as hexadecimal bytes, without unit and checksum: 2b 0e 01 00.',
  value: 'Value',
  send: 'Send',
  sendWrite: 'Send…',
  question: (unit: number, bytes: string) =>
    `Unit ${unit} gets the bytes ${bytes}. They may change what the device does. They are sent once and stand in the record with your name.`,
  answered: (took: string) => `Answered in ${took}.`,
  functions: {
    1: '1 Read coils',
    2: '2 Read discrete inputs',
    3: '3 Read holding registers',
    4: '4 Read input registers',
    5: '5 Write a coil',
    6: '6 Write a register',
    17: '17 Report server id',
    hex: 'Bytes',
  },
}
