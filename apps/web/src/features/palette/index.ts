export { CommandPalette } from "./components/command-palette.tsx";
export { PaletteTrigger } from "./components/palette-trigger.tsx";
