/** An error reply of the peer or the bus, or bytes that are not a valid message. */
export class DBusError extends Error {
  /** `org.freedesktop.DBus.Error.NoReply`, for example. */
  readonly errorName: string

  constructor(message: string, errorName = 'org.freedesktop.DBus.Error.InconsistentMessage') {
    super(message)
    this.name = 'DBusError'
    this.errorName = errorName
  }
}
