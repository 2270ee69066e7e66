/** «Uploading… 45%»; what is sent whole is being kept by the server. */
export const uploadingText = (sent: number) => (sent > 0 ? `Uploading… ${Math.floor(sent * 100)}%` : 'Uploading…')
