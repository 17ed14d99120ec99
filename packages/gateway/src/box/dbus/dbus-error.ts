/** What the other side, or the bus, answered in place of a reply; or bytes that are no message. */
export class DBusError extends Error {
  /** `org.freedesktop.DBus.Error.NoReply`, for example. */
  readonly errorName: string

  constructor(message: string, errorName = 'org.freedesktop.DBus.Error.InconsistentMessage') {
    super(message)
    this.name = 'DBusError'
    this.errorName = errorName
  }
}
