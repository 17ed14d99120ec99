import type { ErrorFields, ErrorTable } from '@busbar/wire'

/** How an error's body spells its two fields. */
export const errorFields: ErrorFields = { code: 'error', message: 'message' }

/** Errors of the card, named after those of its file system. */
const cardErrors = {
  ERROR_FR_DISK_ERR: { status: 503, message: 'The card could not be read or written.' },
  ERROR_FR_INT_ERR: { status: 500, message: 'Something went wrong with the card; it has been logged.' },
  ERROR_FR_NOT_READY: { status: 503, message: 'There is no card.' },
  ERROR_FR_NO_FILE: { status: 404, message: 'There is no such file.' },
  ERROR_FR_NO_PATH: { status: 404, message: 'There is no such folder.' },
  ERROR_FR_INVALID_NAME: { status: 400, message: 'The path is not one that a card can have.' },
  ERROR_FR_DENIED: { status: 409, message: 'The card does not allow it: a full folder, or something read-only.' },
  ERROR_FR_EXIST: { status: 409, message: 'There is something of that name already.' },
  ERROR_FR_INVALID_OBJECT: { status: 400, message: 'The path is not of the kind that is needed here.' },
  ERROR_FR_WRITE_PROTECTED: { status: 409, message: 'The card is write-protected.' },
  ERROR_FR_INVALID_DRIVE: { status: 503, message: 'The card cannot be reached.' },
  ERROR_FR_NOT_ENABLED: { status: 503, message: 'The card is not mounted; take it out and put it in, or reboot.' },
  ERROR_FR_NO_FILESYSTEM: { status: 503, message: 'The card has no file system.' },
  ERROR_FR_MKFS_ABORTED: { status: 503, message: 'The card could not be formatted.' },
  ERROR_FR_TIMEOUT: { status: 503, message: 'The card took too long.' },
  ERROR_FR_LOCKED: { status: 503, message: 'The file or the card is in use by another; try again later.' },
  ERROR_FR_NOT_ENOUGH_CORE: { status: 413, message: 'This is more than the gateway can hold.' },
  ERROR_FR_TOO_MANY_OPEN_FILES: { status: 503, message: 'Too many files are open; try again.' },
  ERROR_FR_INVALID_PARAMETER: { status: 400, message: 'The request asks for what the file does not have.' },
} as const satisfies ErrorTable

/** Every error of the API: its code on the wire, its status, and its default message. */
export const errors = {
  ERROR_REQUEST: { status: 400, message: 'The request does not have the form that this endpoint asks for.' },
  ERROR_JSON: { status: 400, message: 'The body must be JSON in UTF-8, nested at most 32 deep.' },
  ERROR_TOKEN: { status: 401, message: 'The header "Authorization: Bearer <token>" is needed; /api/login/ gives one.' },
  ERROR_LOGIN: { status: 401, message: 'The user name or the password is wrong, or the salt has expired.' },
  // The login was not checked because of earlier failures. The status is the same; the header Retry-After has the wait.
  ERROR_LOGIN_WAIT: { status: 401, message: 'Too many wrong logins from this address; try again later.' },
  ERROR_LEVEL: { status: 403, message: 'This needs a higher level.' },
  ERROR_HOST: {
    status: 403,
    message: 'This host name or origin is not one of this gateway; --allow-host makes it one.',
  },
  ERROR_PATH: { status: 404, message: 'There is no such endpoint; /api/docs describes those that there are.' },
  ERROR_TID: { status: 404, message: 'There is no such transaction, or not any more.' },
  ERROR_METHOD: { status: 405, message: 'The endpoint does not have this method.' },
  ERROR_CONFLICT: { status: 409, message: 'This cannot be done in the present state.' },
  ERROR_SIZE: { status: 413, message: 'The body has more than 65,536 bytes.' },
  ERROR_RANGE: { status: 416, message: 'The file does not have this range; one range at a time can be asked for.' },
  ERROR_INTERNAL: { status: 500, message: 'Something went wrong in the gateway; it has been logged.' },
  ERROR_BUSY: { status: 503, message: 'Too much is being done already; try again.' },
  ERROR_DISK: { status: 503, message: 'The disk of the gateway takes nothing: nothing was kept.' },
  ERROR_TIME_SERVERS: { status: 503, message: 'No time server was asked, or none answered.' },
  ...cardErrors,
} as const satisfies ErrorTable
