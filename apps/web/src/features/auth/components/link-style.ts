export const linkStyle = "text-accent underline underline-offset-4";
