// Only marks the root of the module: each version's own file, which ../../installation.py builds with, is in ../modules.
module foreign

go 1.19
