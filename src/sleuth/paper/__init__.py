"""Things to print: pages drawn once, written as PDF, SVG or HTML."""
